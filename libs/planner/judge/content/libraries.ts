/** Libraries that an end may say are used now. Each is named in an import, a manifest or a call where it is. */
export const LIBRARIES: ReadonlySet<string> = new Set(
  [
    'winston pino bunyan morgan log4js zod joi yup ajv lodash underscore ramda axios got undici moment dayjs date-fns luxon express koa hono fastify redis ioredis memcached bcrypt bcryptjs argon2 jsonwebtoken passport helmet prisma sequelize typeorm drizzle knex mongoose rxjs immer redux zustand tailwind bootstrap',
    'numpy pandas requests httpx aiohttp pydantic sqlalchemy alembic typer loguru structlog tenacity celery flask django fastapi marshmallow attrs cachetools',
    'serde tokio reqwest anyhow thiserror rayon clap tracing logrus zerolog cobra viper gin testify',
    'guava lombok slf4j log4j logback jackson gson hibernate spring okhttp caffeine resilience4j',
    'prettier eslint kafka rabbitmq elasticsearch opentelemetry sentry prometheus',
  ]
    .join(' ')
    .split(' '),
)
