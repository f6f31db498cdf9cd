# One verb a habit, the same locally and in CI.
.PHONY: all demo test lint format golden corpus oracle bench integration simulate clean

all: demo

demo: ## Build the generator, generate the GitHub client, call it against a local server
	@Scripts/demo

test: ## Everything that CI runs
	@Scripts/test

lint: ## Check formatting
	@Scripts/lint

format: ## Format all sources
	@Scripts/format

golden: ## Record the golden outputs; always ends in failure, so that nobody merges by accident
	@Tests/Golden/record

corpus: ## Generate, typecheck and round-trip all public documents in $GENCLIENT_CORPUS
	@Tests/Corpus/run

oracle: ## Hold generated clients against the judge of the corpus
	@Tests/Oracle/run

bench: ## Run all benchmarks and write Benchmarks/results.json
	@Benchmarks/run

integration: ## OAuth2 against django-oauth-toolkit
	@Tests/Integration/run

simulate: ## A million interleavings of the retry queue; then every mistake planted into it
	@Tests/Simulation/simulate
	@Tests/Simulation/mutate

clean:
	rm -rf .build .demo Benchmarks/.build Tests/Golden/.build Examples/.build
