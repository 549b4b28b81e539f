import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import {
  type AnnotationValidation,
  type addRoomTask,
  maxPictureBytes,
  type RoomTask,
  type reviewAnnotation,
} from '@kianda/contract/people/collaboration/casework.contract';
import { verdicts } from '@kianda/contract/people/collaboration/validation';
import type * as Y from 'yjs';
import type { Download, Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  type Context,
  notify,
  nowOf,
  peopleWho,
  roomEntry,
  roomPath,
  tellRoom,
  visibleRoom,
  writableRoom,
} from './collaboration.context.ts';
import type { Actor, ReviewRow, TaskRow } from './collaboration.types.ts';
import { pictureType } from './picture-type.rules.ts';
import { standingOf } from './reviews.rules.ts';
import { annotationIn, contentHash } from './room-document.rules.ts';

const mostPictures = 500;
type Documents = { stored(roomId: string): Promise<Y.Doc | null> };

/** Validation by peers, tasks and pictures of rooms. */
export function createCaseworkService(context: Context, documents: Documents) {
  return {
    ...reviewService(context, documents),
    ...taskService(context),
    ...pictureService(context),
  };
}

export type CaseworkService = ReturnType<typeof createCaseworkService>;

function reviewService(context: Context, documents: Documents) {
  const { repository, audit } = context;

  async function validations(roomId: string): Promise<AnnotationValidation[]> {
    const [rows, doc] = await Promise.all([repository.reviews(roomId), documents.stored(roomId)]);
    return [...Map.groupBy(rows, ({ annotation }) => annotation)].map(([annotation, own]) =>
      validationView(annotation, own, doc),
    );
  }

  return {
    async validations(roomId: string, principal: Principal): Promise<AnnotationValidation[]> {
      await visibleRoom(context, roomId, principal);
      return validations(roomId);
    },

    /** Throws `not_found`, and `conflict` for the author. */
    async review(
      roomId: string,
      annotationId: string,
      { verdict, note, actor }: BodyOf<typeof reviewAnnotation> & { readonly actor: Actor },
    ): Promise<AnnotationValidation> {
      const { principal } = actor;
      const { row: room } = await visibleRoom(context, roomId, principal);
      const doc = await documents.stored(roomId);
      const annotation = doc === null ? null : annotationIn(doc, annotationId);
      if (annotation === null) throw new AppError('not_found', { detail: 'Esta anotação não existe.' });
      if (annotation.authorId === principal.accountId)
        throw new AppError('conflict', { detail: 'Quem escreve uma anotação não a valida.' });
      await repository.addReview(roomId, {
        id: randomUUID(),
        annotation: annotationId,
        content_hash: contentHash(annotation),
        reviewer_id: principal.accountId,
        reviewer_name: principal.name,
        verdict,
        note,
        at: nowOf(context),
      });
      await audit.record(roomEntry(actor, 'data.modify', room, { anotacao: annotationId, parecer: verdict }));
      tellRoom(context, roomId, 'reviews');
      const own = (await repository.reviews(roomId)).filter(({ annotation: id }) => id === annotationId);
      await notify(
        context,
        {
          key: `review/${own[0]?.id ?? annotationId}`,
          group: `review/${annotationId}`,
          alertId: annotationId,
          title: `${principal.name} reviu «${annotation.title}»: ${verdicts[verdict].toLowerCase()}`,
          description: note,
          path: roomPath(roomId, annotationId),
        },
        [annotation.authorId],
      );
      return validationView(annotationId, own, doc);
    },
  };
}

function validationView(annotation: string, rows: readonly ReviewRow[], doc: Y.Doc | null): AnnotationValidation {
  const present = doc === null ? null : annotationIn(doc, annotation);
  const { state, standings } = standingOf(rows, present === null ? null : contentHash(present));
  return {
    annotation,
    state,
    reviews: rows.map((row) => ({
      id: row.id,
      annotation,
      reviewerId: row.reviewer_id,
      reviewerName: row.reviewer_name,
      verdict: row.verdict,
      note: row.note,
      at: row.at.toISOString(),
      standing: standings.get(row.id) ?? 'outdated',
    })),
  };
}

function taskService(context: Context) {
  const { repository } = context;
  const tasksOf = async (roomId: string): Promise<RoomTask[]> => (await repository.tasks(roomId)).map(taskView);

  return {
    async tasks(roomId: string, principal: Principal): Promise<RoomTask[]> {
      await visibleRoom(context, roomId, principal);
      return tasksOf(roomId);
    },
    /** Throws `conflict` where the assignee may not see the room. */
    async addTask(roomId: string, task: BodyOf<typeof addRoomTask>, principal: Principal): Promise<RoomTask[]> {
      const { row: room } = await writableRoom(context, roomId, principal);
      const [assignee] = task.assignee === null ? [] : await peopleWho(context, [task.assignee], roomId);
      if (task.assignee !== null && assignee === undefined)
        throw new AppError('conflict', { detail: 'Esta pessoa não vê a sala.' });
      const id = randomUUID();
      await repository.addTask(roomId, {
        id,
        title: task.title,
        annotation: task.annotation,
        assignee_id: assignee?.accountId ?? null,
        assignee_name: assignee?.name ?? null,
        due: task.due,
        author: { id: principal.accountId, name: principal.name },
        at: nowOf(context),
      });
      tellRoom(context, roomId, 'tasks');
      const recipient =
        assignee === undefined || assignee.accountId === principal.accountId ? [] : [assignee.accountId];
      await notify(
        context,
        {
          key: `task/${id}`,
          group: `task/${id}`,
          alertId: id,
          title: `${principal.name} deu-lhe uma tarefa em «${room.name}»`,
          description: task.title,
          path: roomPath(roomId, task.annotation),
        },
        recipient,
      );
      return tasksOf(roomId);
    },
    async setTaskState(
      roomId: string,
      taskId: string,
      change: { readonly state: 'open' | 'done'; readonly principal: Principal },
    ): Promise<RoomTask[]> {
      await writableRoom(context, roomId, change.principal);
      const done = change.state === 'done' ? { at: nowOf(context), by: change.principal.name } : null;
      if (!(await repository.setTaskDone(roomId, taskId, done)))
        throw new AppError('not_found', { detail: 'Esta tarefa não existe.' });
      tellRoom(context, roomId, 'tasks');
      return tasksOf(roomId);
    },
  };
}

function taskView(row: TaskRow): RoomTask {
  return {
    id: row.id,
    title: row.title,
    annotation: row.annotation,
    assigneeId: row.assignee_id,
    assigneeName: row.assignee_name,
    due: row.due,
    state: row.done_at === null ? 'open' : 'done',
    authorName: row.author_name,
    createdAt: row.created_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.done_by,
  };
}

function pictureService(context: Context) {
  const { repository } = context;
  return {
    /** Throws `not_found`, `forbidden`, `payload_too_large`, `unsupported_media_type`, and `conflict` in a full room. */
    async addPicture(roomId: string, stream: AsyncIterable<Uint8Array>, principal: Principal): Promise<{ id: string }> {
      await writableRoom(context, roomId, principal);
      if ((await repository.countPictures(roomId)) >= mostPictures)
        throw new AppError('conflict', { detail: `Uma sala leva ${mostPictures} imagens no máximo.` });
      const bytes = await gather(stream, maxPictureBytes);
      const contentType = pictureType(bytes);
      if (contentType === null) throw new AppError('unsupported_media_type', { detail: 'Envie JPEG, PNG ou WebP.' });
      const id = randomUUID();
      await repository.addPicture(roomId, { id, contentType, bytes }, principal.accountId, nowOf(context));
      return { id };
    },
    async picture(roomId: string, id: string, principal: Principal): Promise<Download> {
      await visibleRoom(context, roomId, principal);
      const found = await repository.picture(roomId, id);
      if (found === null) throw new AppError('not_found', { detail: 'Esta imagem não existe.' });
      return { bytes: found.bytes, contentType: found.content_type, fileName: `${id}.${found.content_type.slice(6)}` };
    },
  };
}

/** All bytes of a stream. Throws `payload_too_large` beyond the limit. */
async function gather(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.byteLength;
    if (size > limit) throw new AppError('payload_too_large', { detail: 'Uma imagem tem 2 MB no máximo.' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
