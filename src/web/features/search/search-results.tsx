import { FilmResults } from './film-results.tsx'
import { ListResults } from './list-results.tsx'
import { MemberResults } from './member-results.tsx'
import { PersonResults } from './person-results.tsx'
import type { SearchTab } from './recents.ts'
import type { ResultsProps } from './results-frame.tsx'

/** The results of one tab (specification 1, section 2). */
export function SearchResults({ tab, ...props }: ResultsProps & { tab: SearchTab }) {
  switch (tab) {
    case 'films':
      return <FilmResults {...props} />
    case 'users':
      return <MemberResults {...props} />
    case 'lists':
      return <ListResults {...props} />
    case 'actors':
      return <PersonResults key={tab} job="actor" {...props} />
    case 'directors':
      return <PersonResults key={tab} job="director" {...props} />
  }
}
