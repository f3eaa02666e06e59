import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withClient } from './postgres.ts'

export type TestDatabase = AsyncDisposable & {
  /** The URL of its owner: a login that is not a superuser but may create roles, as in an installation. */
  url: string
  /** The cluster's superuser's, on the same database. */
  adminUrl: string
  drop(): Promise<void>
}

/** A fresh, empty database with an owner of its own; in the run's cluster, or in the one that `clusterUrl` reaches. */
export async function createDatabase(clusterUrl = inject('databaseUrl')): Promise<TestDatabase> {
  if (clusterUrl === null)
    throw new Error('This run has no PostgreSQL: skip the test when servers().databaseUrl is null')

  const name = `quipu_test_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await withClient(clusterUrl, async (admin) => {
    await admin.query(`create role ${name} login createrole password '${password}'`)
    await admin.query(`create database ${name} owner ${name}`)
  })
  const drop = () => dropDatabase(clusterUrl, name)
  return {
    url: urlOf(clusterUrl, name, { user: name, password }),
    adminUrl: urlOf(clusterUrl, name),
    drop,
    [Symbol.asyncDispose]: drop,
  }
}

function urlOf(clusterUrl: string, database: string, login?: { user: string; password: string }): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  if (login) {
    url.username = login.user
    url.password = login.password
  }
  return url.href
}

async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  await withClient(clusterUrl, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    try {
      await admin.query(`drop role if exists ${name}`)
    } catch (error) {
      // Roles that it created and granted onwards may still be in use by another database of the cluster.
      if (!(error instanceof pg.DatabaseError) || error.code !== '2BP01') throw error
      await admin.query(`alter role ${name} nologin`)
    }
  })
}
