package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// The models: audio has no video operations and tells inputs, outputs and the change of its queue in its state; video
// plays films and has no volume; old is an audio model whose state tells playback alone; both plays films and music, as old
// does: when a film begins, the music pauses a moment later, and resumes a moment after the film has ended. Two are of other
// makes: bluos, which holds requests until it has something to tell, and wiim, which is asked for everything.
var models = []string{"audio", "video", "old", "both", "bluos", "wiim"}

// How much later the music follows the film.
const pausesAfter, resumesAfter = 1500 * time.Millisecond, 2 * time.Second

type counts struct {
	Requests int `json:"requests"`
	Bytes    int `json:"bytes"`
	// Selections are the requests that select an input or an output.
	Selections int `json:"selections"`
	// AtOnce is the largest number of requests that were in progress together.
	AtOnce int `json:"atOnce"`
}

type player struct {
	mutex  sync.Mutex
	kind   string
	number int

	input, output int
	volume        int
	isMuted       bool

	// Playback of music: 0 idle, 3 playing, 4 paused.
	music      int
	musicClock clock
	track      int
	queue      []int
	queueAt    int64
	queueBody  json.RawMessage
	queueShown [3]int

	// Playback of a film: -1 none, 0 paused, 1 playing.
	video     int
	filmClock clock
	film      int
	subtitle  int

	// wake is closed when something has changed: held requests are answered then.
	wake chan struct{}

	server     *http.Server
	takes      time.Duration
	inProgress int
	counts     counts
	polls      polls
}

// polls tells how regularly the state of a player is read.
type polls struct {
	Made        int     `json:"made"`
	Lost        int     `json:"lost"`
	LongestMs   float64 `json:"longestMs"`
	TakenOverMs float64 `json:"takenOverMs"`

	every             time.Duration
	watchedAt, lastAt time.Time
	// by is the connection of the last read, and before the one of the last read before it was watched.
	by, before string
}

// passed counts the time since the last read.
func (polls *polls) passed() {
	if polls.lastAt.IsZero() || polls.every == 0 {
		return
	}
	gap := time.Since(polls.lastAt)
	polls.LongestMs = max(polls.LongestMs, gap.Seconds()*1000)
	polls.Lost += max(0, int(gap/polls.every)-1)
}

func (polls *polls) read(by string) {
	polls.passed()
	polls.Made++
	polls.lastAt = time.Now()
	polls.by = by
	if polls.TakenOverMs == 0 && by != polls.before {
		polls.TakenOverMs = time.Since(polls.watchedAt).Seconds() * 1000
	}
}

// clock is the position of what plays.
type clock struct {
	since   time.Time
	elapsed time.Duration
	isOn    bool
}

func (c *clock) start() { c.since, c.isOn = time.Now(), true }

func (c *clock) stop() { c.elapsed, c.isOn = c.position(), false }

func (c *clock) restart() { *c = clock{since: time.Now(), isOn: true} }

func (c *clock) position() time.Duration {
	if !c.isOn {
		return c.elapsed
	}
	return c.elapsed + time.Since(c.since)
}

func newPlayer(kind string, number, queue int, takes time.Duration) *player {
	p := &player{kind: kind, number: number, takes: takes, volume: 40, video: -1, queueAt: time.Now().UnixMilli()}
	for entry := range queue {
		p.queue = append(p.queue, entry)
	}
	return p
}

func (p *player) counted() counts {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.counts
}

func (p *player) watch(every time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.polls = polls{every: every, watchedAt: time.Now(), lastAt: p.polls.lastAt, by: p.polls.by, before: p.polls.by}
}

// polled counts the time since the last read, too: a player that is never read again loses the most.
func (p *player) polled() polls {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	found := p.polls
	found.passed()
	return found
}

// change does what somebody does at the player, and returns what is to be seen then.
func (p *player) change(what string) (string, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	defer p.changed()
	switch what {
	case "input":
		p.input = (p.input + 1) % len(inputTags)
		return inputTags[p.input], nil
	case "output":
		if p.kind == "wiim" {
			p.output = (p.output + 1) % len(wiimOutputs)
			return wiimOutputs[p.output], nil
		}
		p.output = (p.output + 1) % len(outputTags)
		return outputTags[p.output], nil
	case "volume":
		p.volume = 20 + (p.volume+2)%80
		return strconv.Itoa(p.volume), nil
	case "mute":
		p.isMuted = !p.isMuted
		return map[bool]string{true: "on", false: "off"}[p.isMuted], nil
	case "music":
		p.music = 3
		p.musicClock.restart()
		return "playing", nil
	case "music-pause":
		p.music = 4
		p.musicClock.stop()
		return "paused", nil
	case "music-resume":
		p.music = 3
		p.musicClock.start()
		return "playing", nil
	case "music-stop":
		p.music = 0
		p.musicClock = clock{}
		return "idle", nil
	case "track":
		p.track = (p.track + 1) % len(p.queue)
		p.musicClock.restart()
		return trackTitle(p.queue[p.track]), nil
	case "queue":
		p.queue = append(p.queue, len(p.queue))
		p.queueAt = time.Now().UnixMilli()
		return strconv.Itoa(len(p.queue)), nil
	case "film", "film-takes-over":
		p.film++
		p.video = 1
		p.filmClock.restart()
		if what == "film" {
			return p.filmTitle(), nil
		}
		p.musicAfter(pausesAfter, 4)
		return "paused", nil
	case "film-gives-back":
		p.video = -1
		p.musicAfter(resumesAfter, 3)
		return "playing", nil
	case "film-pause":
		if p.video < 0 {
			return "idle", nil
		}
		p.video = 0
		p.filmClock.stop()
		return "paused", nil
	case "film-resume":
		if p.video < 0 {
			return "idle", nil
		}
		p.video = 1
		p.filmClock.start()
		return "playing", nil
	case "film-stop":
		p.video = -1
		return "idle", nil
	case "off":
		return "off", p.server.Close()
	case "subtitle":
		p.subtitle = (p.subtitle + 1) % 3
		return p.subtitleText(), nil
	}
	return "", fmt.Errorf("no such change: %q", what)
}

// musicAfter lets the music stop or go on a moment later.
func (p *player) musicAfter(wait time.Duration, music int) {
	time.AfterFunc(wait, func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.music = music
		if music == 3 {
			p.musicClock.start()
		} else {
			p.musicClock.stop()
		}
	})
}

// subtitleText is empty while subtitles are off.
func (p *player) subtitleText() string {
	if p.subtitle == 0 {
		return ""
	}
	return fmt.Sprintf("Subtitle %d", p.subtitle)
}

// reply is what a player sends.
type reply struct {
	status int
	kind   string
	body   []byte
}

func (p *player) ServeHTTP(response http.ResponseWriter, asked *http.Request) {
	p.begins(asked)
	answer := p.reply(asked)
	p.ended(len(answer.body))
	response.Header().Set("Content-Type", answer.kind)
	response.Header().Set("Content-Length", strconv.Itoa(len(answer.body)))
	response.WriteHeader(answer.status)
	_, _ = response.Write(answer.body)
}

func (p *player) begins(asked *http.Request) {
	p.mutex.Lock()
	p.inProgress++
	p.counts.AtOnce = max(p.counts.AtOnce, p.inProgress)
	switch asked.URL.Path {
	case statePath:
		p.polls.read(asked.RemoteAddr)
	case inputPath, outputPath:
		p.counts.Selections++
	}
	p.mutex.Unlock()
	if p.takes > 0 {
		time.Sleep(p.takes)
	}
}

func (p *player) ended(bytes int) {
	p.mutex.Lock()
	p.inProgress--
	p.counts.Requests++
	// With the head of an answer as players send it.
	p.counts.Bytes += bytes + 130
	p.mutex.Unlock()
}

func (p *player) reply(asked *http.Request) reply {
	if p.kind == "bluos" {
		return p.bluosReply(asked)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.kind == "wiim" {
		return p.wiimReply(asked)
	}
	return jsonReply("application/json", p.answer(asked.URL.Path, asked.URL.Query()))
}

// jsonReply keeps what was written before.
func jsonReply(kind string, answer any) reply {
	body, isWritten := answer.(json.RawMessage)
	var err error
	if !isWritten {
		body, err = json.Marshal(answer)
	}
	if err != nil {
		return reply{http.StatusInternalServerError, "text/plain", []byte(err.Error())}
	}
	return reply{http.StatusOK, kind, body}
}
