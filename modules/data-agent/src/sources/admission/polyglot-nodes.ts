/** A field that may be the only key of its object, such as `this` in WHERE; any other single key is a kind of node. */
export function isFieldName(key: string): boolean {
  return fields.has(key)
}

export function isKnownNode(kind: string): boolean {
  return nodes.has(kind)
}

const fields: ReadonlySet<string> = new Set([
  'this',
  'expressions',
  'query',
  'data_type',
  'name',
  'value',
  'elements',
])

const nodes: ReadonlySet<string> = new Set(
  `select union intersect except subquery column star literal boolean null alias table paren and or not eq neq lt lte gt
   gte add sub mul div int_div mod neg concat dpipe case cast try_cast in between like i_like not_like is_null is is_true
   is_false exists window_function window parameter placeholder interval tuple values ordered identifier collation
   collate Preceding Following null_safe_eq null_safe_neq glob similar_to regexp_like escape var dot bitwise_and
   bitwise_or extract at_time_zone current_date current_time current_timestamp within_group filter data_type joined_table
   any all group_concat if_func list_agg bitwise_not str_position logical_and logical_or day_of_week day_of_year week_of_year mod_func n_tile
   ntile`.split(/\s+/),
)
