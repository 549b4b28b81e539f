import type { DeliverySeverity, DeliveryState, Digest } from '@kianda/contract/people/delivery/delivery.contract';
import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { AlertMessage } from '../../../platform/alert-message.ts';

type ChannelsTable = {
  id: string;
  kind: 'email' | 'webhook';
  name: string;
  target: string;
  severities: DeliverySeverity[];
  sources: AlertMessage['source'][];
  quiet_from: string | null;
  quiet_to: string | null;
  digest: Digest;
  enabled: boolean;
  sealed_secret: Buffer | null;
  updated_at: Date;
  updated_by: string;
};

type DeliveriesTable = {
  id: string;
  message_id: number | null;
  channel_id: string;
  channel_name: string;
  channel_kind: 'email' | 'webhook';
  target: string;
  kind: 'alert' | 'digest' | 'test';
  title: string;
  severity: DeliverySeverity | null;
  source: AlertMessage['source'] | null;
  state: DeliveryState;
  attempts: number;
  last_error: string | null;
  next_attempt_at: Date;
  created_at: Date;
  ended_at: Date | null;
  digest_id: string | null;
};

export type DeliveryTables = {
  'delivery.messages': {
    id: Generated<number>;
    key: string;
    body: JSONColumnType<AlertMessage, string, string>;
    created_at: Date;
    fanned_at: Date | null;
  };
  'delivery.channels': ChannelsTable;
  'delivery.deliveries': DeliveriesTable;
};

export type ChannelRow = Selectable<ChannelsTable>;
export type DeliveryRow = Selectable<DeliveriesTable>;
