import { describe, expect, it } from 'vitest'
import { matchPath, paths, routePatterns } from './paths.ts'

describe('the addresses of the screens', () => {
  it('fills the ids of a pattern in its order, escaped', () => {
    expect(paths.film(603)).toBe('/movie/603')
    expect(paths.memberFilmLogs(603, 'a/b')).toBe('/movie/603/reviews/a%2Fb')
    expect(paths.logEditor(603, 'x&y')).toBe('/movie/603?edit=1&logId=x%26y')
    expect(paths.profile()).toBe('/profile')
    expect(paths.profile('m')).toBe('/profile/m')
    expect(paths.share('log', 'l')).toBe('/share/log/l')
    expect(paths.importRows(7)).toBe('/import?rows=7')
  })

  it('finds the ids in an address, whatever the case and slashes at the end', () => {
    expect(matchPath(routePatterns.film, '/Movie/603//')).toEqual(['603'])
    expect(matchPath(routePatterns.memberFilmLogs, '/movie/603/reviews/m')).toEqual(['603', 'm'])
    expect(matchPath(routePatterns.home, '/')).toEqual([])
    expect(matchPath(routePatterns.film, '/movie/603/reviews')).toBeNull()
    expect(matchPath(routePatterns.film, '/x/movie/603')).toBeNull()
  })
})
