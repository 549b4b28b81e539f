import { z } from 'zod';
import { type Endpoint, endpoint, servicePrefixes } from './endpoint.ts';

/** Reads in one request: more than a screen has, and fewer than would keep others waiting. */
export const mostJoinedReads = 40;

/**
 * Reads of one screen, asked in one request: on a bad line each request costs a wait of its own. Each is answered as if it
 * had been asked alone, under the same permission and limits, by a line of its own as soon as it is ready.
 */
export const joinedReads = endpoint({
  id: 'joinedReads',
  service: 'admin-api',
  method: 'POST',
  path: '/batch',
  summary: 'Várias leituras num pedido: cada uma responde numa linha, logo que esteja pronta',
  access: 'session',
  body: z.object({
    reads: z
      .array(
        z.object({
          /** Path with its query, from the origin on. */
          path: z.string().min(1).max(4_000),
          /** Entity tag of the answer that the caller holds: unchanged, it is not sent again. */
          tag: z.string().max(200).optional(),
          /** Name of that answer as it was sent: another one may then come as what has changed. */
          base: z.string().max(64).optional(),
        }),
      )
      .min(1)
      .max(mostJoinedReads),
  }),
  response: z.unknown(),
  format: 'standard',
  contentType: 'application/x-ndjson',
  personal: true,
  // It takes no place itself: each of its reads waits for its own.
  first: true,
  // Nor is it refused itself: those of its reads that are within the limit are answered, the others told when to come back.
  countsApart: true,
  allowBeforePasswordChange: true,
  allowBeforeTwoStep: true,
});

/** Headers of an answer that its line carries. */
export const joinedHeaders = ['etag', 'retry-after', 'x-kianda-provenance'] as const;

/** One line of the answer. */
export const joinedAnswerSchema = z.object({
  /** Which of the reads, from 0 on. */
  read: z.number().int().nonnegative(),
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  /** Name of the whole answer, for the next time. */
  base: z.string().optional(),
  /** Null where it has not changed. */
  body: z.unknown().optional(),
  /** In place of the body: what has changed since the answer that the caller holds. */
  patch: z.unknown().optional(),
});
export type JoinedAnswer = z.infer<typeof joinedAnswerSchema>;

/** Whether an endpoint may be asked among others: it reads, and its answer is JSON that is no secret. */
export function mayBeJoined({ method, format, neverStored, contentType }: Endpoint): boolean {
  const isJson = format === undefined || format === 'envelope' || format === 'plain';
  return method === 'GET' && isJson && neverStored !== true && contentType === undefined;
}

/** Pattern of the paths of an endpoint, without their query. */
export function pathPattern({ service, path }: Endpoint): RegExp {
  const parts = (servicePrefixes[service] + path).split(/\{\w+\}/);
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/?#]+')}$`);
}
