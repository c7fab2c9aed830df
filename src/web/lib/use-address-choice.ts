import { useSearchParams } from 'react-router'

/** The address holds what is chosen, so that Back finds it again; a choice adds no entry. An empty value removes the parameter. */
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
