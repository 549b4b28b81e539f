/**
 * Credentials of an institution's SFTP server, set by operators on screen: `sftp://user@host:port/folder`, a password or a
 * private key, and the server's own key (`SHA256:…`, as OpenSSH shows it), without which no server on the internet is trusted.
 */
export const sftpCredentialNames = ['sftpAddress', 'sftpPassword', 'sftpPrivateKey', 'sftpHostKey'] as const;
