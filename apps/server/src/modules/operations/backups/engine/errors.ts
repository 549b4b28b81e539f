export type BackupFault = 'wrong_key' | 'corrupt' | 'missing' | 'incompatible' | 'target' | 'differs' | 'refused';

/** Why a backup could not be made, read or restored; the message is Portuguese and says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly fault: BackupFault;

  constructor(fault: BackupFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.fault = fault;
  }
}
