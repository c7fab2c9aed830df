/** The largest `integer` of PostgreSQL: no number of a film or a person, and no count, is larger. */
export const maxInteger = 2_147_483_647
