import { sql, type RawBuilder } from 'kysely'

/**
 * SQL of the names of services on which a film is streamed and which one of these members has where they watch, each once.
 * It tells nothing of whose they are. Empty where that is not known.
 */
export const servicesOf = (filmId: RawBuilder<unknown>, memberIds: RawBuilder<unknown>) => sql<string[]>`
  array(select distinct ms.name from member_services ms
    join film_services fs on fs.region = ms.region and ms.provider_id = any(fs.provider_ids)
    where fs.film_id = ${filmId} and ms.member_id = any(${memberIds}) order by ms.name)`
