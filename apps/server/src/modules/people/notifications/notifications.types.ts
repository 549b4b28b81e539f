import type { AlertSource, DeliverySeverity } from '@kianda/contract/people/delivery/delivery.contract';
import type { NoticePreferences } from '@kianda/contract/people/notifications/notifications.contract';
import type { GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { AlertMessage } from '../../../platform/alert-message.ts';

type NoticesTable = {
  id: GeneratedAlways<number>;
  key: string;
  /** Of the rule and the object, where the message names them; else of its alert. */
  group_key: GeneratedAlways<string>;
  source: AlertSource;
  severity: DeliverySeverity;
  body: JSONColumnType<AlertMessage, string, string>;
  created_at: Date;
  spread_at: Date | null;
};
type DevicesTable = {
  id: string;
  account_id: string;
  address_hash: string;
  sealed: Buffer;
  user_agent: string;
  created_at: Date;
  last_sent_at: Date | null;
  last_error: string | null;
};
type ParcelsTable = {
  id: string;
  notice_id: number;
  account_id: string;
  device_id: string | null;
  due_at: Date;
  attempts: number;
  state: 'queued' | 'sent' | 'failed';
  last_error: string | null;
  ended_at: Date | null;
};
export type NotificationTables = {
  'notifications.notices': NoticesTable;
  'notifications.accounts': {
    account_id: string;
    preferences: JSONColumnType<NoticePreferences | null, string | null, string | null>;
    read_to: number;
  };
  'notifications.reads': { account_id: string; notice_id: number };
  'notifications.devices': DevicesTable;
  'notifications.parcels': ParcelsTable;
};
export type DeviceRow = Selectable<DevicesTable>;
export type ParcelRow = Selectable<ParcelsTable>;
/** The notices that an account sees in the console. */
export type Seen = {
  readonly sources: readonly AlertSource[];
  readonly severities: readonly DeliverySeverity[];
  readonly after: Date;
};
