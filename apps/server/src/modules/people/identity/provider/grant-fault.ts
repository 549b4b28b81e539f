/** A fault of the token endpoint, by its name in RFC 6749 §5.2. */
export class GrantFault extends Error {
  readonly code: string;
  constructor(
    code:
      | 'invalid_request'
      | 'invalid_client'
      | 'invalid_grant'
      | 'unauthorized_client'
      | 'unsupported_grant_type'
      | 'invalid_scope',
    message: string,
  ) {
    super(message);
    this.name = 'GrantFault';
    this.code = code;
  }
}
