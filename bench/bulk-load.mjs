/**
 * Drops keys and indexes of the tables, runs `work`, and creates them again as the schema has them: building an index
 * over a whole table takes a fraction of the time. Rows that violate a key are only noticed at the end.
 */
export async function withoutIndexes(pool, tables, work) {
  const { rows } = await pool.query(
    `select conrelid::regclass as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
       contype = 'f' as foreign
     from pg_constraint
     where (contype in ('p', 'u') and conrelid = any($1::regclass[]))
       or (contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])))
     order by contype = 'f' desc, conname`,
    [tables],
  )
  const indexes = await pool.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[])
       and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    [tables],
  )
  for (const { table, name } of rows) await pool.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
  await work()
  for (const { table, name, definition } of rows.filter((constraint) => !constraint.foreign))
    await pool.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { definition } of indexes.rows) await pool.query(definition)
  for (const { table, name, definition } of rows.filter((constraint) => constraint.foreign))
    await pool.query(`alter table ${table} add constraint ${name} ${definition}`)
}
