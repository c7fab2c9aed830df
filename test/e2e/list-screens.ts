import { call } from './members.ts'
import { expect, type Product, type Session } from './scene.ts'
import type { Screen } from './screen-checks.ts'

interface Card {
  _id: string
  isPrivate: boolean
  isRanked: boolean
  user: { _id: string }
}

/** A list as its owner and as a visitor sees it. */
export async function listScreens(product: Product, session: Session): Promise<Screen[]> {
  const own = await call<Card[]>(product, '/api/lists/my', session)
  const popular = await call<Card[]>(product, '/api/lists/popular', session)
  const idOf = (cards: Card[], wanted: (card: Card) => boolean) => {
    const card = cards.find(wanted)
    if (!card) throw new Error('the demo community has no such list')
    return card._id
  }
  const isOthers = ({ user }: Card) => user._id !== session.user._id
  return [
    { name: 'list, own private one', path: `/list/${idOf(own, ({ isPrivate }) => isPrivate)}` },
    {
      name: 'list, visitor’s menu',
      path: `/list/${idOf(popular, isOthers)}`,
      open: async (page) => {
        await page.locator('main header button[aria-haspopup="menu"]').click()
        await expect(page.getByRole('menu')).toBeVisible()
      },
    },
    {
      name: 'list, ranked',
      path: `/list/${idOf(popular, (card) => card.isRanked && isOthers(card))}`,
    },
  ]
}
