import { listAnnouncements } from '@kianda/contract/operations/services/announcements.contract';
import { servicesHistory } from '@kianda/contract/operations/services/services.contract';
import { servicesCondition } from '@kianda/contract/operations/services/status-page.contract';

/** What is asked for again after something was written. */
export const refreshed = [listAnnouncements, servicesCondition, servicesHistory];
