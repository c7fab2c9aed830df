import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { Statement } from '#server/db/transaction.ts'
import { isStandIn } from './audience.ts'

/**
 * Texts kept by this process. A bound is needed since callers choose the length of a page, and each length makes
 * another text.
 */
const maxTexts = 500

/** Stands for a value while the text of a statement is made; it can only be used as a parameter. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  valueOf(): never {
    throw new TypeError(`the text of a kept statement may not depend on ${this.name}`)
  }
  toString(): never {
    return this.valueOf()
  }
  toJSON(): never {
    return this.valueOf()
  }
}

/** Makes one parameter of a value that a statement uses several times. */
class PlaceCompiler extends PostgresQueryCompiler {
  #places = new Map<Place, number>()

  override compileQuery(...args: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#places.clear()
    return super.compileQuery(...args)
  }

  protected override appendValue(value: unknown): void {
    if (!(value instanceof Place)) return super.appendValue(value)
    const known = this.#places.get(value)
    if (known !== undefined) return this.append(`$${known}`)
    super.appendValue(value)
    this.#places.set(value, this.numParameters)
  }
}

const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PlaceCompiler(),
  },
})

const texts = new LRUCache<string, CompiledQuery>({ max: maxTexts })

type Value = string | number | Date | Buffer | readonly (string | number)[] | boolean | null | undefined

type Values = Readonly<Record<string, Value>>

/** A kept statement, or a part of one: `make` uses the values of these names, and may be given others as well. */
export interface Keepable {
  /**
   * Names the text (see `keptStatement`); null when the text depends on too much to be named, and is made each time.
   */
  shape: string | null
  values: Values
  make: (values: Values) => RawBuilder<unknown>
}

/** A part, made of values of its own types. */
export const keepable = <const Own extends Values>(
  shape: string | null,
  values: Own,
  make: (values: Own) => RawBuilder<unknown>,
): Keepable => ({ shape, values, make: make as Keepable['make'] })

/**
 * Values that may change the text itself and so belong to its key: null, undefined, booleans, and the stand-in
 * viewers, for whom the conditions of `audience.ts` differ.
 */
const decides = (value: Value) =>
  value === null ||
  value === undefined ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && isStandIn(value))

/**
 * A statement whose text is made once and then reused: composing and compiling it costs more than sending it. `shape`
 * must differ from that of every other statement and must name everything that the text depends on except `values`,
 * which `make` may only use as parameters; any other number or text that `make` writes into the text belongs in
 * `shape`. Without a shape the text is made for these values alone.
 */
export function keptStatement<Row, const Own extends Values>(
  shape: string | null,
  values: Own,
  make: (values: Own) => RawBuilder<Row>,
): Statement<Row> & Pick<RawBuilder<Row>, 'execute'> {
  if (shape === null) return make(values)
  const query = compiled(shape, values, make)
  return { compile: () => query, execute: (db) => (db as Db).executeQuery(query) }
}

function compiled<Row, Own extends Values>(
  shape: string,
  values: Own,
  make: (values: Own) => RawBuilder<Row>,
): CompiledQuery<Row> {
  const given = Object.entries(values)
  let key = shape
  for (const [name, value] of given) if (decides(value)) key += `\0${name}=${String(value)}`
  let text = texts.get(key) as CompiledQuery<Row> | undefined
  if (!text) {
    const written = given.map(([name, value]) => [name, decides(value) ? value : new Place(name)])
    text = make(Object.fromEntries(written) as Own).compile(compiler)
    texts.set(key, text)
  }
  const parameters = text.parameters.map((one) => (one instanceof Place ? values[one.name] : one))
  return { ...text, parameters }
}
