import type { Database } from '../../../platform/db/database.ts';

export type PageCheckRow = {
  readonly interface_id: string;
  readonly state: 'good' | 'caution' | 'bad';
  readonly detail: string;
  readonly checked_at: Date;
};
export type PictureRow = {
  readonly interface_id: string;
  readonly kind: 'photograph' | 'drawing';
  readonly image: string;
  readonly made_at: Date;
};
export type SiteFileRow = {
  readonly path: string;
  readonly media_type: string;
  readonly body: string;
  readonly generated_at: Date;
};
export type PublishedRow = {
  readonly report_id: string;
  readonly name: string;
  readonly body: string;
  readonly published_at: Date;
  readonly published_by: string;
};

type Tables = {
  'interfaces.accesses': { interface_id: string; last_accessed: Date; openings: number };
  'interfaces.visits': { account_id: string; interface_id: string; last_accessed: Date };
  'interfaces.favourites': { account_id: string; interface_id: string };
  'interfaces.page_checks': PageCheckRow;
  'interfaces.pictures': PictureRow;
  'interfaces.site_files': SiteFileRow;
  'interfaces.published_reports': PublishedRow;
};

export const interfaceTables = (database: Database) => database.for<Tables>();
