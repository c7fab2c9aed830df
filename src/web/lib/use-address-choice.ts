import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Choices that the address holds, so that Back finds them again. A choice adds no entry to the history; an empty value
 * removes its parameter.
 */
export function useAddressChoice() {
  const [search, setSearch] = useSearchParams()
  const choose = (choice: Readonly<Record<string, string>>) => {
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(choice)) {
          if (value === '') before.delete(name)
          else before.set(name, value)
        }
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { search, choose }
}

/** `shouldRevalidate` of a page whose address holds choices: they show at once, and are no reason to load again. */
export const isOtherPath = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname
