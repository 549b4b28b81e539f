const mebibyte = 2 ** 20;

/** Free space of a disk below which something stops, the gravest first. The reserve for files is a setting. */
export const diskBounds = {
  /** Two segments of PostgreSQL's journal: with less it ends at its first writes, and what it says then is no help. */
  startBytes: 32 * mebibyte,
  /** PostgreSQL can soon not write its next journal segments (16 MiB each), and writes begin to fail. */
  fullBytes: 128 * mebibyte,
  /** `archive_command` lets segments of the journal go: a worker that stands still must not fill the database's disk. */
  archiveCommandBytes: 512 * mebibyte,
  /** The journal is no longer archived, since the database needs the room more; the health check warns. */
  lowBytes: 1024 * mebibyte,
} as const;
