import { listAnnouncements } from '@kianda/contract/services/announcements.contract';
import { servicesHistory } from '@kianda/contract/services/services.contract';
import { servicesCondition } from '@kianda/contract/services/status-page.contract';

/** What is asked for again after something was written. */
export const refreshed = [listAnnouncements, servicesCondition, servicesHistory];
