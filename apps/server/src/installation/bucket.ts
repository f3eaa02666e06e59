import type { HostOptions } from '@quipu/host'
import { z } from 'zod'

export const bucketVariables = {
  BLOB_S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 of a-z, 0-9, dot and hyphen',
    )
    .optional(),
  BLOB_S3_ENDPOINT: z
    .string()
    .refine((text) => isEndpoint(text), {
      error: 'must be a URL that starts with http:// or https://, without credentials and query',
    })
    .optional(),
  BLOB_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'must be the name of a region, such as eu-central-1')
    .default('us-east-1'),
  BLOB_S3_ACCESS_KEY_ID: z.string().optional(),
  BLOB_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BLOB_S3_FORCE_PATH_STYLE: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
}

type BucketVariables = z.infer<z.ZodObject<typeof bucketVariables>>

/** The bucket that keeps files, if one is set, and one line for each variable that it lacks. */
export function bucketOf(variables: BucketVariables): {
  readonly bucket: HostOptions['bucket']
  readonly refused: readonly string[]
} {
  const { BLOB_S3_BUCKET: bucket, BLOB_S3_ENDPOINT: endpoint, BLOB_S3_REGION: region } = variables
  const { BLOB_S3_ACCESS_KEY_ID: accessKeyId, BLOB_S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  const needed = {
    BLOB_S3_BUCKET: bucket,
    BLOB_S3_ACCESS_KEY_ID: accessKeyId,
    BLOB_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    const isWanted = [...Object.values(needed), endpoint].some((value) => value !== undefined)
    return { bucket: undefined, refused: isWanted ? missingOf(needed) : [] }
  }
  return {
    bucket: {
      bucket,
      endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
      region,
      accessKeyId,
      secretAccessKey,
      forcePathStyle:
        (variables.BLOB_S3_FORCE_PATH_STYLE ?? (endpoint === undefined ? 'off' : 'on')) === 'on',
    },
    refused: [],
  }
}

function missingOf(needed: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(needed)
    .filter((name) => needed[name] === undefined)
    .map((name) => `${name} is missing: a bucket for files needs ${Object.keys(needed).join(', ')}`)
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.username + url.password + url.search + url.hash === ''
}
