# The program is one bundle with no dependency at run time, so the last stage holds Node and three files' worth of it.
FROM node:24-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM node:24-alpine
LABEL org.opencontainers.image.title="player2mqtt" \
      org.opencontainers.image.description="Brings network media players to MQTT" \
      org.opencontainers.image.licenses="MIT"
RUN apk add --no-cache tini
WORKDIR /app
COPY --from=build /build/dist ./dist
COPY package.json LICENSE ./
ENV NODE_ENV=production
USER node
ENTRYPOINT ["/sbin/tini", "--", "node", "/app/dist/main.js"]
CMD ["run"]
