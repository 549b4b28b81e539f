import { z } from 'zod';
import type { Permission } from '../../core/permissions.ts';
import { instantSchema } from '../../core/provenance.ts';
import { roomClientMessages, roomServerMessages } from '../../people/collaboration/room-messages.ts';

/** Channels of the realtime websocket at `/realtime`. */
export const channels = ['metrics', 'alerts', 'vessels', 'ocean', 'jobs', 'notifications'] as const;
export const channelSchema = z.enum(channels);
export type Channel = z.infer<typeof channelSchema>;

/** Permission that a subscription to each channel needs. */
export const channelAccess: Readonly<Record<Channel, Permission>> = {
  metrics: 'health:read',
  alerts: 'alerts:read',
  vessels: 'vessels:read',
  ocean: 'ocean:read',
  jobs: 'jobs:read',
  notifications: 'dashboard:read',
};

/** Codes with which the server closes a websocket, beside the standard ones. */
export const closeCodes = {
  /** A message that is not of the protocol. */
  protocol: 4400,
  /** No hello in time, token refused or expired. Obtain a fresh token, then connect again. */
  unauthenticated: 4401,
  /** The one-time password must be changed, or the second step set up, first. */
  heldBack: 4403,
  /** The client reads too slowly. Connect again and resume. */
  tooSlow: 4408,
  /** The client sends too many messages. */
  tooManyMessages: 4429,
} as const;

/** Longest message a client may send, in bytes; a longer one closes the connection with 1009. */
export const maxClientMessageBytes = 16 * 1024;

const channelList = z.array(channelSchema).min(1).max(channels.length);
const sequenceSchema = z.number().int().nonnegative();
const streamSchema = z.string().min(1).max(64);
const tokenSchema = z.string().min(1).max(8192);

export const clientMessageSchema = z.discriminatedUnion('type', [
  /** First message. `resumeFrom` is the last sequence number seen, `stream` the one that `welcome` named then. */
  z.object({
    type: z.literal('hello'),
    token: tokenSchema,
    resumeFrom: sequenceSchema.optional(),
    stream: streamSchema.optional(),
  }),
  z.object({ type: z.literal('subscribe'), channels: channelList }),
  z.object({ type: z.literal('unsubscribe'), channels: channelList }),
  /** Fresh token before the old one expires; must belong to the same account. */
  z.object({ type: z.literal('refresh'), token: tokenSchema }),
  ...roomClientMessages,
]);
export type ClientMessage = z.infer<typeof clientMessageSchema>;

export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    /** Names the sequence: numbers of another stream mean nothing here. */
    stream: streamSchema,
    sequence: sequenceSchema,
    heartbeatSeconds: z.number().positive(),
  }),
  /** State after a subscribe, unsubscribe or change of role. `denied`: channels the role may not see. */
  z.object({ type: z.literal('subscribed'), channels: z.array(channelSchema), denied: z.array(channelSchema) }),
  z.object({
    type: z.literal('event'),
    sequence: sequenceSchema,
    at: instantSchema,
    channel: channelSchema,
    /** `job.progress`, `grid-slice.stored`, … */
    name: z.string().min(1),
    payload: z.record(z.string(), z.unknown()),
  }),
  /** Events were lost that cannot be replayed: fetch the present state again, then go on from `sequence`. */
  z.object({ type: z.literal('gap'), stream: streamSchema, sequence: sequenceSchema }),
  /** Sign of life; `sequence` lets a client on quiet channels move its resume point on. */
  z.object({ type: z.literal('heartbeat'), sequence: sequenceSchema, at: instantSchema }),
  z.object({ type: z.literal('refreshed') }),
  ...roomServerMessages,
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;
