import { sql, type RawBuilder } from 'kysely'

/**
 * An SQL expression: the names of services that stream a film in a member's region and that one of these members has,
 * each once. It does not tell whose they are. Empty when that is not known.
 */
export const servicesOf = (filmId: RawBuilder<unknown>, memberIds: RawBuilder<unknown>) => sql<string[]>`
  array(select distinct ms.name from member_services ms
    join film_services fs on fs.region = ms.region and ms.provider_id = any(fs.provider_ids)
    where fs.film_id = ${filmId} and ms.member_id = any(${memberIds}) order by ms.name)`
