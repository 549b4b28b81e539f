import type { S3Key } from '@kianda/contract/open/storage/s3.contract';

/** Texts of the S3 keys. */
export const s3Texts = {
  title: 'Chaves S3',
  note: 'Deixam o rclone, a AWS CLI, o GDAL e outros clientes S3 usar estas áreas em seu nome, tal como são.',
  empty: 'Nenhuma chave S3.',
  list: 'Chaves S3',
  owner: (name: string | null) => (name === null ? 'De uma conta fechada' : `De ${name}`),
  states: {
    active: 'Ativa',
    expired: 'Expirada',
    revoked: 'Revogada',
    suspended: 'Sem efeito: a conta fechou ou já não vê o armazenamento',
  } satisfies Record<S3Key['state'], string>,
  rights: { true: 'Lê e grava', false: 'Só lê' },
  allAreas: 'todas as áreas',
  created: 'Criada',
  until: 'Expira',
  used: 'Último uso',
  usedFrom: (address: string) => `de ${address}`,
  never: 'nunca',
  create: 'Nova chave',
  createTitle: 'Nova chave S3',
  nameHelp: 'Para que serve, por exemplo «Envio da campanha de agosto».',
  write: 'Pode gravar e eliminar',
  writeHelp: 'Nas áreas de utilizadores; o que a plataforma guarda só se lê.',
  areas: 'Áreas',
  areasHelp: 'Vazio: todas as que a sua conta pode abrir.',
  madeTitle: 'Chave criada',
  once: 'A chave secreta aparece uma única vez. Guarde-a já no programa que a vai usar.',
  accessKey: 'Identificador (access key)',
  secretKey: 'Chave secreta (secret key)',
  revoke: 'Revogar',
  revokeLabel: (name: string) => `Revogar a chave ${name}`,
  revokeTitle: (name: string) => `Revogar a chave ${name}?`,
  revokeText: 'Os programas que a usam deixam já de entrar. Não se desfaz: é preciso criar outra.',
  revoked: 'Chave revogada.',
  howTo: 'Como ligar',
  endpoint: 'Endereço',
  host: 'Só máquina e porta (GDAL, DuckDB)',
  pathStyle: 'Com caminho (path style), qualquer região, assinatura AWS v4.',
  rclone: 'rclone',
  aws: 'AWS CLI',
  gdal: 'GDAL',
} as const;

/** Lines that set a client up; `secret` where it was just made. */
export function clientLines(place: { endpoint: string; host: string }, key: { access: string; secret: string }) {
  const isPlain = place.endpoint.startsWith('http://');
  return {
    rclone: [
      `rclone config create kianda s3 provider=Other endpoint=${place.endpoint} access_key_id=${key.access} secret_access_key=${key.secret}`,
      'rclone sync ./campanha kianda:minha-area/campanha',
    ].join('\n'),
    aws: [
      `export AWS_ACCESS_KEY_ID=${key.access} AWS_SECRET_ACCESS_KEY=${key.secret} AWS_DEFAULT_REGION=us-east-1`,
      `aws --endpoint-url ${place.endpoint} s3 ls`,
    ].join('\n'),
    gdal: [
      `export AWS_ACCESS_KEY_ID=${key.access} AWS_SECRET_ACCESS_KEY=${key.secret}`,
      `export AWS_S3_ENDPOINT=${place.host} AWS_VIRTUAL_HOSTING=FALSE${isPlain ? ' AWS_HTTPS=NO' : ''}`,
      'gdalinfo /vsis3/minha-area/ficheiro.tif',
    ].join('\n'),
  };
}
