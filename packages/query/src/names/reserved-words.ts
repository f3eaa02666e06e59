/** Words that SQLite, DuckDB or PostgreSQL reserve or read differently in some position. They are always quoted. */
export const reservedWords: ReadonlySet<string> = new Set(
  `abort add after all alter analyse analyze and anti any approximate array as asc asof asymmetric at attach
  authorization autoincrement before begin between bigint binary bit boolean both by call cascade case cast char
  character check coalesce collate collation column commit concurrently conflict connect_by_root constraint
  create cross cube curdate current current_catalog current_date current_role current_schema current_time
  current_timestamp current_user curtime cycle date datetime dec decimal default deferrable deferred delete desc
  describe detach distinct do double drop each else end escape except exclude exclusive execute exists explain
  extract fail false fetch filter float following for foreign freeze from full function generated getdate glob
  global grant group grouping grouping_id groups having if ignore ilike immediate in index indexed initially
  inner inout insert instead int integer intersect interval into is isnull join json json_array json_object
  lambda lateral leading left like limit local localtime localtimestamp match materialized merge_action minus
  national natural nchar no none normalize not nothing notnull now null nullif nulls numeric of offset on only
  operator or order others out outer over overlaps overlay partition pivot pivot_longer pivot_wider placing
  pragma preceding precision primary procedure qualify raise real recursive references regexp reindex release
  rename replace replacing restrict returning right rollback rollup row rows savepoint select semi session_user
  set setof show similar smallint some struct substring summarize symmetric sysdate system_user systimestamp
  table tablesample temp temporary then ties timestamp to top trailing transaction treat trigger trim true
  try_cast unbounded union unique unknown unnest unpivot update user using utc_date utc_time utc_timestamp
  vacuum values varchar variadic verbose virtual when where window with within without xmlattributes xmlconcat
  xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(/\s+/),
)
