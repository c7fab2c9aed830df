import { cost } from '#server/domains/accounts/passwords.ts'

// Loaded into the servers of browser tests, which make and log in hundreds of members: hashing costs next to nothing there.
Object.assign(cost, { memoryCost: 64, timeCost: 1 })
