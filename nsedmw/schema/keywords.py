"""The table of keywords that assert something; `format`, `default` and the like only describe.

One rule: a check never shows the judged value; it names the keyword and what the schema wants.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Final

from nsedmw.schema import combining, lists, objects, scalars
from nsedmw.schema.part import Maker

MAKERS: Final[Mapping[str, Maker]] = {
    "$ref": combining.ref,
    "$dynamicRef": combining.dynamic_ref,
    "type": scalars.type_,
    "enum": scalars.enum,
    "const": scalars.const,
    "minimum": scalars.bound(operator.ge, "at least"),
    "exclusiveMinimum": scalars.bound(operator.gt, "more than"),
    "maximum": scalars.bound(operator.le, "at most"),
    "exclusiveMaximum": scalars.bound(operator.lt, "less than"),
    "multipleOf": scalars.multiple,
    "minLength": scalars.size(str, operator.ge, "{} or more characters"),
    "maxLength": scalars.size(str, operator.le, "at most {} characters"),
    "pattern": scalars.pattern,
    "minItems": scalars.size(list, operator.ge, "{} or more items"),
    "maxItems": scalars.size(list, operator.le, "at most {} items"),
    "uniqueItems": lists.unique_items,
    "prefixItems": lists.prefix_items,
    "items": lists.items,
    "contains": lists.contains,
    "minProperties": scalars.size(dict, operator.ge, "{} or more members"),
    "maxProperties": scalars.size(dict, operator.le, "at most {} members"),
    "required": objects.required,
    "dependentRequired": objects.dependent_required,
    "propertyNames": objects.property_names,
    "properties": objects.properties,
    "patternProperties": objects.pattern_properties,
    "additionalProperties": objects.additional_properties,
    "dependentSchemas": combining.dependent_schemas,
    "allOf": combining.all_of,
    "anyOf": combining.any_of,
    "oneOf": combining.one_of,
    "not": combining.not_,
    "if": combining.if_,
    "unevaluatedItems": lists.unevaluated_items,
    "unevaluatedProperties": objects.unevaluated_properties,
}
"""Keyword -> its maker, in the order that they are asked: the last two need what the others saw."""
