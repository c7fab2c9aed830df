/** Pages of the source read for one page of a search, when the rules leave nothing of the first ones. */
const pagesPerSearch = 3

interface SourcePage<Item> {
  results: Item[]
  total_pages: number
}

/** The first page from `first` on that has something to show; `page` is the last one read. */
export async function firstVisiblePage<Item>(
  load: (page: number) => Promise<SourcePage<Item>>,
  isShown: (item: Item) => boolean,
  first: number,
): Promise<{ shown: Item[]; page: number; totalPages: number }> {
  for (let page = first; ; page += 1) {
    const { results, total_pages } = await load(page)
    const shown = results.filter(isShown)
    const last = page >= total_pages || page - first + 1 >= pagesPerSearch
    if (shown.length > 0 || last) return { shown, page, totalPages: total_pages }
  }
}
