import { AppError } from '../../../../platform/http/errors.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';

/** Why a model from elsewhere did not answer, for whoever asked. */
export async function toldReason<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof UnreadableFile ? new AppError('conflict', { detail: error.message }) : error;
  }
}
