/** Names under which local storage keeps the session's tokens. */
export const accessKey = 'kianda.access-token';
export const refreshKey = 'kianda.refresh-token';
