/** The part of passport 0.7 and passport-openidconnect 0.1 that the tests use; they come without types. */
declare module 'passport' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  const passport: {
    use(name: string, strategy: object): void;
    authenticate(name: string, options: { readonly session: boolean }): Middleware;
  };
  export default passport;
}

declare module 'passport-openidconnect' {
  export type Profile = {
    readonly id: string;
    readonly displayName?: string;
    readonly emails?: readonly { value: string }[];
  };
  export class Strategy {
    constructor(
      options: Readonly<Record<string, string | boolean | null>>,
      verify: (issuer: string, profile: Profile, done: (error: null, user: object) => void) => void,
    );
  }
}
