export const jobNames = {
  create: 'backups.create',
  verify: 'backups.verify',
  drill: 'backups.drill',
  restore: 'backups.restore',
  copy: 'backups.copy',
  base: 'backups.base',
  instantDrill: 'backups.drill-instant',
  instantRestore: 'backups.restore-instant',
} as const;

/** Actor of everything that the schedule begins. */
export const platformActor = { id: null, name: 'Kianda' };
