import { listAnnouncements } from '@kianda/contract/operations/services/announcements.contract';
import { servicesHistory } from '@kianda/contract/operations/services/services.contract';
import { servicesCondition } from '@kianda/contract/operations/services/status-page.contract';

/** Answers refetched after a write. */
export const refreshed = [listAnnouncements, servicesCondition, servicesHistory];
