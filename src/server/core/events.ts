/** A handler runs inside the transaction that emits; `tx` is that transaction's unit of work. */
type Handler<Tx, Payload> = (tx: Tx, payload: Payload) => Promise<void>

/** Typed facts from lower domains to higher ones. Handlers run one after another, in the order of subscription. */
export interface Events<Map, Tx> {
  on<Name extends keyof Map>(name: Name, handler: Handler<Tx, Map[Name]>): void
  emit<Name extends keyof Map>(tx: Tx, name: Name, payload: Map[Name]): Promise<void>
}

export function createEvents<Map, Tx>(): Events<Map, Tx> {
  const handlers: { [Name in keyof Map]?: Handler<Tx, Map[Name]>[] } = {}
  return {
    on(name, handler) {
      const list = handlers[name] ?? []
      list.push(handler)
      handlers[name] = list
    },
    async emit(tx, name, payload) {
      for (const handler of handlers[name] ?? []) await handler(tx, payload)
    },
  }
}
