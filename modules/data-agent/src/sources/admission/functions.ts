import type { Dialect } from '@quipu/query'

/** Functions that only compute: no files, no settings, no other sessions, no generated rows, no randomness. */
export function isKnownFunction(name: string, dialect: Dialect): boolean {
  const folded = name.toLowerCase()
  return everywhere.has(folded) || perDialect[dialect].has(folded)
}

const everywhere = words(`
  count sum avg min max abs round ceil ceiling floor sign sqrt power pow exp ln log log10 log2 mod trunc
  coalesce nullif greatest least lower upper length char_length trim ltrim rtrim replace substr substring concat
  concat_ws instr left right lpad rpad reverse
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  sin cos tan asin acos atan atan2 pi radians degrees
`)

const perDialect: Record<Dialect, ReadonlySet<string>> = {
  sqlite: words(`
    quote total group_concat string_agg ifnull iif if typeof printf format date time datetime julianday unixepoch strftime
    timediff like glob unicode char hex json_extract json_array_length json_type json_valid median percentile
    percentile_cont percentile_disc likelihood likely unlikely octet_length current_date current_time
    current_timestamp -> ->>
  `),
  duckdb: words(`
    ifnull if string_agg group_concat listagg median mode stddev stddev_samp stddev_pop variance var_samp var_pop
    quantile quantile_cont quantile_disc percentile_cont percentile_disc approx_count_distinct any_value first last arg_max arg_min max_by min_by
    bool_and bool_or count_if count_star corr covar_pop covar_samp date_trunc datetrunc date_part datepart date_diff
    datediff date_sub datesub date_add extract year quarter month week day hour minute second dayofweek dayofyear
    isodow isoyear weekday weekofyear yearweek dayname monthname last_day make_date make_timestamp make_time strftime
    strptime try_strptime to_timestamp epoch epoch_ms age to_days to_months to_years to_weeks to_hours to_minutes
    to_seconds to_milliseconds to_quarters current_date current_timestamp current_time now today get_current_timestamp
    time_bucket starts_with ends_with contains prefix suffix position strpos strlen split_part string_split
    regexp_matches regexp_full_match regexp_replace regexp_extract strip_accents initcap cbrt fdiv isnan isinf isfinite
    typeof cast try_cast interval date time timestamp
  `),
  mysql: words(`
    ifnull if isnull group_concat stddev stddev_samp stddev_pop std variance var_samp var_pop bit_count json_extract
    json_unquote json_value json_length json_valid date time timestamp year quarter month week weekofyear yearweek day
    dayofmonth dayofweek dayofyear weekday dayname monthname hour minute second microsecond last_day makedate maketime
    date_format str_to_date time_format from_unixtime unix_timestamp datediff timediff timestampdiff timestampadd
    date_add date_sub adddate subdate addtime subtime period_diff extract convert_tz curdate curtime now current_date
    current_time current_timestamp utc_date utc_timestamp character_length octet_length ascii locate position
    substring_index field find_in_set elt insert repeat space mid ucase lcase quote strcmp format hex regexp_replace
    regexp_substr regexp_instr truncate crc32 median percentile_cont percentile_disc
  `),
  postgres: words(`
    string_agg array_agg bool_and bool_or every stddev stddev_samp stddev_pop variance var_samp var_pop corr covar_pop
    covar_samp regr_slope regr_intercept regr_r2 mode percentile_cont percentile_disc any_value
    date_trunc date_part extract date_bin age make_date make_timestamp make_interval to_date to_timestamp to_char
    to_number timezone justify_days justify_hours justify_interval isfinite now statement_timestamp
    transaction_timestamp position overlay btrim split_part starts_with strpos initcap translate ascii octet_length
    bit_length character_length regexp_match regexp_replace regexp_like regexp_count regexp_substr like_escape
    similar_to_escape normalize cbrt div width_bucket numeric int4 int8 float8 text date timestamp
    array_length array_to_string cardinality array_position jsonb_array_length json_array_length jsonb_extract_path_text
    json_extract_path_text jsonb_typeof json_typeof unaccent num_nulls num_nonnulls
  `),
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
