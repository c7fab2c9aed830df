/** Names by which films and people are known in Arabic and French, and which a film source may not tell. */
export const filmsByOtherNames: ReadonlyMap<string, { title: string; year: number }> = new Map()
export const peopleByOtherNames: ReadonlyMap<string, string> = new Map()
