import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

/**
 * Messages between a scientific interface in a frame and the console, by postMessage.
 *
 * The page sends `hello` to its parent when it is ready, and again shortly before its token ends. The console answers
 * with `token` or `denied`, to exactly the origin that the server names for that interface, and sends `appearance`
 * whenever the person changes theme or preferences. Each side drops messages from any other origin or window.
 */
export const frameMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('kianda:hello'), interface: z.string().max(64).optional() }),
  /** Fragment that restores this view: the console stores it in its own address. */
  z.object({
    type: z.literal('kianda:state'),
    interface: z.string().max(64).optional(),
    hash: z.string().max(2_000),
  }),
  /** The person chose a link to a section of the console, which opens it where it may be seen. */
  z.object({
    type: z.literal('kianda:open'),
    interface: z.string().max(64).optional(),
    section: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  }),
]);

const appearance = {
  scheme: z.enum(['light', 'dark']).optional(),
  timeZone: z.enum(['Africa/Luanda', 'UTC']).optional(),
  coordinates: z.enum(['minutes', 'decimal']).optional(),
};

export const consoleMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('kianda:token'),
    token: z.string().min(1),
    expiresAt: instantSchema,
    /** Origin of the platform's API. */
    apiBaseUrl: z.string(),
    ...appearance,
  }),
  z.object({ type: z.literal('kianda:denied'), message: z.string() }),
  z.object({ type: z.literal('kianda:appearance'), ...appearance }),
]);
export type ConsoleMessage = z.infer<typeof consoleMessageSchema>;
