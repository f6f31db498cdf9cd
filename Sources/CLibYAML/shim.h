#ifndef GENCLIENT_CLIBYAML_SHIM_H
#define GENCLIENT_CLIBYAML_SHIM_H

#include <yaml.h>

// libyaml keeps an event's payload in a union, which Swift can only reach by copying it whole.
// These wrappers hand over one flat value instead, and own the parser's memory.

/// One event, flattened. The pointers live until the next call of `speclibyaml_next`.
typedef struct speclibyaml_event {
  int type;
  int style;
  int plain_implicit;
  size_t start;  // marks count characters, not bytes
  size_t end;
  const unsigned char *value;
  size_t length;
  const char *anchor;
  const char *tag;
} speclibyaml_event;

/// Why the parser stopped.
typedef struct speclibyaml_problem {
  int kind;
  const char *problem;
  const char *context;
  size_t problem_index;
  size_t context_index;
  size_t byte_offset;
} speclibyaml_problem;

typedef struct speclibyaml_parser {
  yaml_parser_t parser;
  yaml_event_t event;
  int has_event;
} speclibyaml_parser;

static inline speclibyaml_parser *speclibyaml_open(const unsigned char *bytes, size_t count) {
  speclibyaml_parser *self = (speclibyaml_parser *)calloc(1, sizeof(speclibyaml_parser));
  if (self == NULL) return NULL;
  if (!yaml_parser_initialize(&self->parser)) {
    free(self);
    return NULL;
  }
  yaml_parser_set_input_string(&self->parser, bytes, count);
  yaml_parser_set_encoding(&self->parser, YAML_UTF8_ENCODING);
  return self;
}

static inline void speclibyaml_close(speclibyaml_parser *self) {
  if (self->has_event) yaml_event_delete(&self->event);
  yaml_parser_delete(&self->parser);
  free(self);
}

/// Moves on to the next event; returns 0 when the parser has failed.
static inline int speclibyaml_next(speclibyaml_parser *self, speclibyaml_event *out) {
  if (self->has_event) {
    yaml_event_delete(&self->event);
    self->has_event = 0;
  }
  if (!yaml_parser_parse(&self->parser, &self->event)) return 0;
  self->has_event = 1;
  const yaml_event_t *event = &self->event;
  out->type = (int)event->type;
  out->style = 0;
  out->plain_implicit = 1;
  out->start = event->start_mark.index;
  out->end = event->end_mark.index;
  out->value = NULL;
  out->length = 0;
  out->anchor = NULL;
  out->tag = NULL;
  switch (event->type) {
    case YAML_SCALAR_EVENT:
      out->style = (int)event->data.scalar.style;
      out->plain_implicit = event->data.scalar.plain_implicit;
      out->value = event->data.scalar.value;
      out->length = event->data.scalar.length;
      out->anchor = (const char *)event->data.scalar.anchor;
      out->tag = (const char *)event->data.scalar.tag;
      break;
    case YAML_ALIAS_EVENT:
      out->anchor = (const char *)event->data.alias.anchor;
      break;
    case YAML_SEQUENCE_START_EVENT:
      out->anchor = (const char *)event->data.sequence_start.anchor;
      out->tag = (const char *)event->data.sequence_start.tag;
      break;
    case YAML_MAPPING_START_EVENT:
      out->anchor = (const char *)event->data.mapping_start.anchor;
      out->tag = (const char *)event->data.mapping_start.tag;
      break;
    default:
      break;
  }
  return 1;
}

static inline speclibyaml_problem speclibyaml_failure(const speclibyaml_parser *self) {
  speclibyaml_problem failure;
  failure.kind = (int)self->parser.error;
  failure.problem = self->parser.problem;
  failure.context = self->parser.context;
  failure.problem_index = self->parser.problem_mark.index;
  failure.context_index = self->parser.context_mark.index;
  failure.byte_offset = self->parser.problem_offset;
  return failure;
}

#endif
