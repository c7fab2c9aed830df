/** The fields that an answer lacks: names with blanks between them, `[]` first where each item of an array has them. */
export function missingFields(answer: unknown, row: string): string[] {
  const [first, ...rest] = row.split(' ')
  if (first !== '[]') return lacking(answer, row.split(' '))
  if (!Array.isArray(answer)) return ['an array']
  if (rest.length > 0 && answer.length === 0) return ['an item']
  return answer.flatMap((item) => lacking(item, rest))
}

function lacking(value: unknown, names: string[]): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['an object']
  return names.filter((name) => {
    let at: unknown = value
    for (const part of name.split('.').filter(Boolean))
      at = typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined
    return at === undefined
  })
}
