import { z } from 'zod';
import { annotationLimits } from './annotations.ts';

/** Base64 of at most `bytes` bytes. */
const base64 = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'esperado base64')
    .max(Math.ceil(bytes / 3) * 4);

const room = z.uuid();
const number = z.int32().nonnegative();
const placeSchema = z.object({
  /** Annotation that the person has open. */
  annotation: z.uuid().nullable(),
  /** Where they point, longitude and latitude in degrees. */
  point: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).nullable(),
});
export type RoomPlace = z.infer<typeof placeSchema>;

/** Messages of a client about rooms, after its hello. Updates and vectors are those of Yjs (version 1), as base64. */
export const roomClientMessages = [
  /** `vector`: what the client's copy of the document holds already; empty for nothing. */
  z.object({ type: z.literal('room.join'), room, vector: base64(9_000) }),
  z.object({ type: z.literal('room.leave'), room }),
  /** `number` comes back in the answer: `room.saved` once it is stored, or `room.refused`. */
  z.object({ type: z.literal('room.update'), room, number, update: base64(annotationLimits.updateBytes) }),
  z.object({ type: z.literal('room.presence'), room, place: placeSchema }),
] as const;

export const roomPersonSchema = z.object({
  /** Of the connection: one person may be there twice. */
  key: z.string(),
  accountId: z.uuid(),
  name: z.string(),
  place: placeSchema,
});
export type RoomPerson = z.infer<typeof roomPersonSchema>;

const document = z.string();

/** Messages of the server about rooms. */
export const roomServerMessages = [
  /** `update`: what the client lacks. `people`: everyone there, the client itself among them under `you`. */
  z.object({
    type: z.literal('room.joined'),
    room,
    update: document,
    mayWrite: z.boolean(),
    you: z.string(),
    people: z.array(roomPersonSchema),
  }),
  /** There is no such room for this account, or there no longer is. */
  z.object({ type: z.literal('room.closed'), room, reason: z.string() }),
  z.object({ type: z.literal('room.update'), room, update: document }),
  z.object({ type: z.literal('room.saved'), room, number }),
  /** The update was not taken; the document is as before. `again`: the same one may be sent later. */
  z.object({ type: z.literal('room.refused'), room, number, reason: z.string(), again: z.boolean() }),
  z.object({ type: z.literal('room.people'), room, people: z.array(roomPersonSchema) }),
  /** Something of the room beside the document changed: comments, reviews, tasks, members, name. */
  z.object({ type: z.literal('room.changed'), room, subject: z.string() }),
] as const;

export type RoomClientMessage = z.infer<(typeof roomClientMessages)[number]>;
