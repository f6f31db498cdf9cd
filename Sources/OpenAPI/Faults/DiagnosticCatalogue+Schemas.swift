import Diagnostics

extension DiagnosticCatalogue {
  static let schemaEntries: [Entry] = [
    Entry(
      .oddType,
      "Oddly spelt type",
      """
      The types are `string`, `integer`, `number`, `boolean`, `array`, `object` and, from 3.1 on, \
      `null`, in small letters. Words of other languages, such as `int` or `date`, are taken as \
      what they clearly mean, with the format they imply.
      """,
      before: "components:\n  schemas:\n    Age: {type: Int}\n",
      after: "components:\n  schemas:\n    Age: {type: integer}\n"
    ),
    Entry(
      .unknownType,
      "Unknown type",
      """
      The word is none of the types, and none that is known to stand for one.
      """,
      before: "components:\n  schemas:\n    Name: {type: strnig}\n",
      after: "components:\n  schemas:\n    Name: {type: string}\n"
    ),
    Entry(
      .arrayWithoutItems,
      "Array that does not say what it holds",
      """
      Up to OpenAPI 3.0 an array needs `items`. Any JSON is taken for the elements.
      """,
      before: "components:\n  schemas:\n    Names: {type: array}\n",
      after: "components:\n  schemas:\n    Names: {type: array, items: {type: string}}\n"
    ),
    Entry(
      .requiredWithoutProperty,
      "Required name without a property",
      """
      An object requires a property that it does not describe, most often since one of the two is \
      misspelt. The client has an optional property of any JSON for it, so that it can be sent and is \
      kept where it comes, and does not ask for it. Where `additionalProperties` has a schema, the \
      property is of that type; where it is `false`, no value can have the key, and it is left out.
      """,
      before: """
        components:
          schemas:
            Pet: {type: object, required: [nmae], properties: {name: {type: string}}}

        """,
      after: """
        components:
          schemas:
            Pet: {type: object, required: [name], properties: {name: {type: string}}}

        """
    ),
    Entry(
      .unsuitableDefault,
      "Default that its schema does not allow",
      """
      The default is none of the values of the `enum`, or not of the type. The client has no \
      default there.
      """,
      before: "components:\n  schemas:\n    Size: {type: string, enum: [s, m], default: large}\n",
      after: "components:\n  schemas:\n    Size: {type: string, enum: [s, m], default: m}\n"
    ),
    Entry(
      .duplicateValue,
      "Value listed twice",
      """
      An `enum` or a list of required names has the same entry twice. Once is enough.
      """,
      before: "components:\n  schemas:\n    Size: {type: string, enum: [small, large, small]}\n",
      after: "components:\n  schemas:\n    Size: {type: string, enum: [small, large]}\n"
    ),
  ]
}
