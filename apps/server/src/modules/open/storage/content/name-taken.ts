import { AppError } from '../../../../platform/http/errors.ts';

/** Thrown where an object's name is already a folder of other objects, or lies below another object. */
export class NameTaken extends AppError {
  readonly by: 'folder' | 'object';

  constructor(by: 'folder' | 'object', cause: unknown) {
    const detail =
      by === 'folder'
        ? 'Esse nome já é o de uma pasta com objetos. Escolha outro.'
        : 'Uma das pastas desse nome já é um objeto. Escolha outro.';
    super('conflict', { detail, cause });
    this.name = 'NameTaken';
    this.by = by;
  }
}

const byCode: Readonly<Record<string, 'folder' | 'object'>> = {
  EISDIR: 'folder',
  ENOTEMPTY: 'folder',
  ENOTDIR: 'object',
  EEXIST: 'object',
};

/** A folder on disk can't hold an object whose name is a folder of others, or the other way round. */
export async function stored<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const by = byCode[error instanceof Error && 'code' in error ? String(error.code) : ''];
    throw by === undefined ? error : new NameTaken(by, error);
  }
}
