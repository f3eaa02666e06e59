import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A small chain of bakeries: what the tests ask about. Sales lie in the months before 2026-11-01, the tests' today. */
export function writeBakery(folder: string): string {
  const file = join(folder, 'bakery.sqlite')
  const db = new DatabaseSync(file)
  db.exec(`
    create table shops (shop_id integer primary key, name text not null, city text not null);
    create table breads (bread_id integer primary key, name text not null, category text not null, price real not null);
    create table sales (
      sale_id integer primary key,
      shop_id integer not null references shops,
      bread_id integer not null references breads,
      sold_on date not null,
      quantity integer not null,
      amount real not null
    );
    insert into shops values (1, 'Harbour', 'Lima'), (2, 'Old Town', 'Cusco'), (3, 'Station', 'Lima');
    insert into breads values (1, 'Rye', 'dark', 4.5), (2, 'Baguette', 'white', 2.0), (3, 'Ciabatta', 'white', 3.0),
      (4, 'O''Grady''s "Best"', 'dark', 5.0);
  `)
  const insert = db.prepare('insert into sales values (?, ?, ?, ?, ?, ?)')
  for (let index = 0; index < 360; index += 1) {
    const soldOn = new Date(Date.UTC(2026, 9, 31) - index * 86_400_000).toISOString().slice(0, 10)
    const quantity = 1 + (index % 5)
    const bread = 1 + (index % 4)
    insert.run(index + 1, 1 + (index % 3), bread, soldOn, quantity, quantity * [4.5, 2, 3, 5][bread - 1]!)
  }
  db.close()
  return file
}

/** The same sum by hand. */
export function inBakery(file: string, sql: string): readonly Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}
