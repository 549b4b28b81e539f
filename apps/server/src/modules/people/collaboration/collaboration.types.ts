import type { RoomAccess } from '@kianda/contract/people/collaboration/collaboration.contract';
import type { Verdict } from '@kianda/contract/people/collaboration/validation';
import type { Principal } from '../../../platform/http/bind.ts';

export type RoomRow = {
  readonly id: string;
  readonly name: string;
  readonly topic: string;
  readonly access: RoomAccess;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly annotations: number;
  readonly members: number;
  readonly member_role: 'editor' | 'reader' | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};
export type MemberRow = { readonly account_id: string; readonly name: string; readonly role: 'editor' | 'reader' };
export type Mention = { readonly accountId: string; readonly name: string };
export type DiscussionRow = {
  readonly id: string;
  readonly subject: string;
  readonly title: string;
  readonly path: string;
  readonly room_id: string | null;
  readonly state: 'open' | 'resolved';
  readonly starter_name: string;
  readonly started_at: Date;
  readonly last_at: Date;
  readonly comments: number;
};
export type CommentRow = {
  readonly id: string;
  readonly author_id: string;
  readonly author_name: string;
  readonly text: string;
  readonly removed: boolean;
  readonly mentions: readonly Mention[];
  readonly at: Date;
};
export type MentionRow = Pick<CommentRow, 'id' | 'author_name' | 'text' | 'at'> &
  Pick<DiscussionRow, 'title' | 'path' | 'room_id'> & { readonly discussion_id: string };
export type ReviewRow = {
  readonly id: string;
  readonly annotation: string;
  readonly content_hash: string;
  readonly reviewer_id: string;
  readonly reviewer_name: string;
  readonly verdict: Verdict;
  readonly note: string;
  readonly at: Date;
};
export type TaskRow = {
  readonly id: string;
  readonly title: string;
  readonly annotation: string | null;
  readonly assignee_id: string | null;
  readonly assignee_name: string | null;
  readonly due: string | null;
  readonly author_name: string;
  readonly created_at: Date;
  readonly done_at: Date | null;
  readonly done_by: string | null;
};

export type OwnTaskRow = Pick<TaskRow, 'id' | 'title' | 'annotation' | 'due'> & {
  readonly room_id: string;
  readonly room_name: string;
};

/** Account that acts and the address that it acts from, as the audit trail records them. */
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
